// Files that the page writes, such as matches, kept in the browser's database between visits.

const FOLDER = "phase10"; // the name that the pages use, where Python runs
const DATABASE = "phase10";
const STORE = "files";
const PAUSE = 300; // milliseconds in which more may be written

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function database() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

// Whose lock or mark it is matters while a program runs, not after.
const isKept = (name) => !name.startsWith(".");

function* walk(files, folder) {
  for (const name of files.readdir(folder).filter(isKept)) {
    const path = `${folder}/${name}`;
    const { mode, mtime, size } = files.stat(path);
    if (files.isDir(mode)) yield* walk(files, path);
    else yield [path, `${Number(mtime)} ${size}`];
  }
}

// Puts what is kept into the file system; returns what to call when something may have been written.
export async function keepFiles(files) {
  const root = `${files.cwd()}/${FOLDER}`;
  files.mkdirTree(root);
  let base;
  try {
    base = await database();
    const store = base.transaction(STORE).objectStore(STORE);
    const [paths, contents] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    paths.forEach((path, index) => {
      files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      files.writeFile(path, contents[index]);
    });
  } catch (error) {
    console.warn(error); // forbidden, as in some private windows: kept as long as the tab is open
    return () => {};
  }

  let known = new Map(walk(files, root));
  let timer = null;

  function save() {
    timer = null;
    const now = new Map(walk(files, root));
    const changed = [...now].filter(([path, state]) => known.get(path) !== state);
    const gone = [...known.keys()].filter((path) => !now.has(path));
    known = now;
    if (!changed.length && !gone.length) return;
    const transaction = base.transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    for (const [path] of changed) store.put(files.readFile(path), path);
    for (const path of gone) store.delete(path);
    transaction.onabort = () => console.warn(transaction.error);
  }

  return () => {
    timer ??= setTimeout(save, PAUSE);
  };
}

// Runs the page in Python, in a thread of its own. Messages are JSON texts both ways; the word
// "failed" says that Python could not be started.
import { keepFiles } from "./files.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (name) => new URL(name, import.meta.url).href;
const VERSION = new URL(import.meta.url).searchParams.get("version");
const APP = "/app";

async function bytes(name) {
  const answer = await fetch(here(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

// On the first visit nothing stands between this worker and the network that could keep what comes:
// it puts a table where service-worker.js looks for it.
async function keep(address, content) {
  const cache = await self.caches?.open(`phase10 ${VERSION} ${here("./")}`);
  await cache?.put(address, new Response(content));
}

// Python waits for a table: in a worker that is allowed, and nothing else of the page stands still.
function bring(name) {
  const request = new XMLHttpRequest();
  request.open("GET", here(`tables/${name}.zz`), false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return undefined; // no network, and not used before
  }
  if (request.status !== 200) return undefined;
  keep(request.responseURL, request.response);
  return new Uint8Array(request.response);
}

async function start() {
  const [python, code] = await Promise.all([
    loadPyodide({ indexURL: here("pyodide/") }),
    bytes("python.zip"),
  ]);
  python.unpackArchive(code, "zip", { extractDir: APP });
  const written = await keepFiles(python.FS);
  const send = (text) => {
    postMessage(text);
    written();
  };
  python.registerJsModule("phase10_worker", { bring, send });
  return python.runPython(`
import sys
import zlib
sys.path.insert(0, "${APP}")
from phase10.dashboards.alone import start
from phase10_worker import bring, send

def table(name):
    found = bring(name)
    return None if found is None else zlib.decompress(found.to_bytes())

start(send, table)
`);
}

const receive = start();
receive.catch((error) => {
  postMessage("failed");
  console.error(error);
});

onmessage = ({ data }) => receive.then((take) => take(data), () => {});

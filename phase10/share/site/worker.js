// Runs the page in Python, in a thread of its own. Messages are JSON texts both ways; the word
// "failed" says that Python could not be started.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (name) => new URL(name, import.meta.url).href;
const APP = "/app";

async function bytes(name) {
  const answer = await fetch(here(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}

// Python waits for a table: in a worker that is allowed, and nothing else of the page stands still.
function bring(name) {
  const request = new XMLHttpRequest();
  request.open("GET", here(`tables/${name}.zz`), false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return null; // no network, and not used before
  }
  return request.status === 200 ? new Uint8Array(request.response) : null;
}

async function start() {
  const code = bytes("python.zip");
  const python = await loadPyodide({ indexURL: here("pyodide/") });
  python.unpackArchive(await code, "zip", { extractDir: APP });
  python.registerJsModule("phase10_worker", { bring, send: (text) => postMessage(text) });
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

onmessage = async ({ data }) => (await receive)(data);

// Runs the page in Python, in a thread of its own. Messages are JSON texts both ways; the first
// one to the page is an object that says that Python is ready.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const START = `
import json, sys
sys.path.insert(0, "/wheel")
from phase10.dashboards.app import make_page
from phase10.widgets.session import Session
from js import postMessage

page = make_page()
session = Session(page, lambda reply: postMessage(json.dumps(reply)))
receive = lambda text: session.receive(json.loads(text))
`;

async function start() {
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  const wheel = await fetch("phase10.whl");
  python.unpackArchive(await wheel.arrayBuffer(), "wheel", { extractDir: "/wheel" });
  python.runPython(START);
  const modules = python.runPython("list(sys.modules)").toJs();
  postMessage({ type: "ready", modules });
  return python.globals.get("receive");
}

const ready = start();
ready.catch((error) => setTimeout(() => { throw error; }));

onmessage = async ({ data }) => (await ready)(data);

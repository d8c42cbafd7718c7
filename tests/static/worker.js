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
css, modules = page.css, sorted(name.partition(".")[0] for name in sys.modules)
receive = lambda text: session.receive(json.loads(text))
`;

async function start() {
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  const wheel = await fetch("phase10.whl");
  python.unpackArchive(await wheel.arrayBuffer(), "wheel", { extractDir: "/wheel" });
  python.runPython(START);
  const { css, modules } = python.runPython("dict(css=css, modules=list(dict.fromkeys(modules)))")
    .toJs({ dict_converter: Object.fromEntries });
  postMessage({ type: "ready", css, modules });
  return python.globals.get("receive");
}

const ready = start();
ready.catch((error) => setTimeout(() => { throw error; }));

onmessage = async ({ data }) => (await ready)(data);

// Compiles Python sources with the Python of Pyodide: node compile.mjs PYODIDE_FOLDER IN.zip OUT.zip
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: join(folder, "/") });
python.FS.writeFile("/from.zip", readFileSync(from));
python.runPython(`
import py_compile
import zipfile
from pathlib import Path

# The date of every entry is the same, so that the same sources give the same file.
with zipfile.ZipFile("/from.zip") as given, zipfile.ZipFile("/to.zip", "w") as made:
    for name in given.namelist():
        data = given.read(name)
        if name.endswith(".py"):
            Path("/source.py").write_bytes(data)
            compiled = py_compile.compile(
                "/source.py", "/source.pyc", name, doraise=True, optimize=2,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )
            name, data = f"{name}c", Path(compiled).read_bytes()
        made.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
`);
writeFileSync(to, python.FS.readFile("/to.zip"));

import { describe, expect, it } from "vitest";
import { chooseServer, onPath, type Choices, type System } from "../src/interpreter";

const NOTHING: Choices = { path: "", interpreter: "", importStrategy: "fromEnvironment", environment: undefined, isTrusted: true };

function system(files: string[], withServer: string[] = [], searchPath: string[] = ["/usr/bin"]): System {
  return {
    exists: (file) => files.includes(file),
    hasServer: (interpreter) => withServer.includes(interpreter),
    searchPath,
    isWindows: false,
  };
}

describe("the server", () => {
  it("is the program that the settings name, before everything else", () => {
    const found = chooseServer({ ...NOTHING, path: "/opt/sc", interpreter: "/venv/bin/python" }, system(["/opt/sc", "/venv/bin/python"]));
    expect(found).toMatchObject({ command: "/opt/sc", args: ["server"] });
  });

  it("is run by the interpreter that the settings name", () => {
    const found = chooseServer({ ...NOTHING, interpreter: "/venv/bin/python" }, system(["/venv/bin/python"]));
    expect(found).toMatchObject({ command: "/venv/bin/python", args: ["-I", "-m", "shapecheck", "server"] });
  });

  it("is that of the code's environment, if that has one", () => {
    const choices = { ...NOTHING, environment: "/venv/bin/python" };
    const files = ["/venv/bin/python", "/usr/bin/shapecheck"];
    expect(chooseServer(choices, system(files, ["/venv/bin/python"]))).toMatchObject({ command: "/venv/bin/python" });
    expect(chooseServer(choices, system(files))).toMatchObject({ command: "/usr/bin/shapecheck" });
  });

  it("is not that of an untrusted workspace", () => {
    const choices = { ...NOTHING, environment: "/home/ada/model/.venv/bin/python", isTrusted: false };
    const files = ["/home/ada/model/.venv/bin/python", "/usr/bin/shapecheck"];
    expect(chooseServer(choices, system(files, files))).toMatchObject({ command: "/usr/bin/shapecheck" });
  });

  it("is the one on the path where the settings say so", () => {
    const choices: Choices = { ...NOTHING, environment: "/venv/bin/python", importStrategy: "onPath" };
    const files = ["/venv/bin/python", "/usr/bin/shapecheck"];
    expect(chooseServer(choices, system(files, files))).toMatchObject({ command: "/usr/bin/shapecheck" });
  });

  it("is never a relative path, and its absence is explained", () => {
    expect(chooseServer({ ...NOTHING, path: "./shapecheck" }, system(["./shapecheck"]))).toContain("no absolute path");
    expect(chooseServer({ ...NOTHING, path: "/gone" }, system([]))).toContain("no such file");
    expect(chooseServer(NOTHING, system([]))).toContain("pip install");
    expect(onPath("shapecheck", system(["bin/shapecheck"], [], ["bin", ""]))).toBeUndefined();
  });
});

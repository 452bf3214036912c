/** The settings as the server reads them. */

export interface Source {
  get<T>(key: string): T | undefined;
}

const PLAIN = ["levels", "codeLens"] as const;
const HINTS = ["enable", "variables", "parameters", "returns", "dtype", "maxLength"] as const;

/** `environment` stands in for `shapecheck.python` where that is empty; folders of rules need a trusted workspace. */
export function serverSettings(source: Source, environment: string | undefined, isTrusted: boolean): object {
  const inlayHints = Object.fromEntries(HINTS.map((key) => [key, source.get(`inlayHints.${key}`)]));
  return {
    ...Object.fromEntries(PLAIN.map((key) => [key, source.get(key)])),
    python: (isTrusted && source.get<string>("python")) || environment,
    stubs: isTrusted ? source.get("stubs") : [],
    inlayHints,
    diagnostics: "push",
  };
}

/** What the workbench opens with. */
export interface WorkbenchUrlOptions {
  /** Loopback port of the server. */
  port: number;
  /** Absolute path of the folder to open. */
  folder: string;
  /** An extension under development with its tests; the server must have been started with `extensionTests`. */
  development?: {
    /** Absolute path of the extension. */
    extension: string;
    /** Absolute path of a CommonJS module that exports `run()`; the workbench runs it and reports its end. */
    tests: string;
  };
  /** Absolute path of a file to open in an editor. */
  file?: string;
  connectionToken?: string;
}

/** The address of a workbench. */
export function workbenchUrl(options: WorkbenchUrlOptions): string {
  const authority = `127.0.0.1:${String(options.port)}`;
  const remote = (path: string): string => `vscode-remote://${authority}${encodeURI(path)}`;
  const payload = [
    ...(options.development === undefined
      ? []
      : [
          ['extensionDevelopmentPath', remote(options.development.extension)],
          ['extensionTestsPath', remote(options.development.tests)],
        ]),
    ...(options.file === undefined ? [] : [['openFile', remote(options.file)]]),
  ];
  const query = new URLSearchParams({
    ...(options.connectionToken === undefined ? {} : { tkn: options.connectionToken }),
    folder: options.folder,
    ...(payload.length === 0 ? {} : { payload: JSON.stringify(payload) }),
  });
  return `http://${authority}/?${query.toString()}`;
}

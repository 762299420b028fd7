/** Hash of names and contents of these files and of those under these folders, without tests and outputs. */
export const hashInputs: (root: string, inputs?: readonly string[]) => string;

/** The format templates are written in now. One that was written into a file or a batch is never changed: it gets a step. */
export const TEMPLATE_VERSION = 1;

/** A template of some format: whether it is one is the schema's to say, once it is of the newest. */
type Written = Readonly<Record<string, unknown>>;

/** Makes a template of one format one of the next, which draws the same; its version is counted for it. */
export type FormatStep = (template: Written) => Written;

/**
 * By the format each begins with: one for every format there was. There is none yet, so tests of who reads templates add
 * one of a format 0, and take it away.
 */
export const FORMAT_STEPS = new Map<number, FormatStep>();

const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A template of any format there was as one of the newest. What is none, or newer than this program, stays as it is: the
 * schema refuses it in words. The value itself is not changed.
 */
export function inNewestFormat(
  value: unknown,
  steps: ReadonlyMap<number, FormatStep> = FORMAT_STEPS,
): unknown {
  let template = value;
  while (isWritten(template)) {
    const { version } = template;
    const step = typeof version === 'number' ? steps.get(version) : undefined;
    if (step === undefined) return template;
    template = { ...step(template), version: Number(version) + 1 };
  }
  return template;
}

/** The format templates are written in now. One that was written into a file or a batch is never changed: it gets a step. */
export const TEMPLATE_VERSION = 1;

/** A template of some format: whether it is one is the schema's to say, once it is of the newest. */
type Written = Readonly<Record<string, unknown>>;

/** Makes a template of one format one of the next, which draws the same; its version is counted for it. */
export type FormatStep = (template: Written) => Written;

/** The first leads from format 1 to 2. */
const STEPS: readonly FormatStep[] = [];

const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A template of any format there was as one of the newest. What is none, or newer than this program, stays as it is: the
 * schema refuses it in words. The value itself is not changed.
 */
export function inNewestFormat(value: unknown, steps: readonly FormatStep[] = STEPS): unknown {
  let template = value;
  while (isWritten(template)) {
    const { version } = template;
    const step = Number.isInteger(version) ? steps[Number(version) - 1] : undefined;
    if (step === undefined) return template;
    template = { ...step(template), version: Number(version) + 1 };
  }
  return template;
}

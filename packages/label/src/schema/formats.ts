/**
 * Current template format. A format that was written to a file or a batch never changes; a new
 * format needs a migration step.
 */
export const TEMPLATE_VERSION = 1;

/** A template of any format, not validated; the schema validates only the newest. */
type UnvalidatedTemplate = Readonly<Record<string, unknown>>;

/**
 * Migrates a template to the next format without changing how it prints; the caller sets `version`.
 */
export type FormatStep = (template: UnvalidatedTemplate) => UnvalidatedTemplate;

/**
 * Migration steps by source format, one for every previous format. There is none yet: tests of
 * template readers add a step from a format 0 and remove it again.
 */
export const FORMAT_STEPS = new Map<number, FormatStep>();

const isRecord = (value: unknown): value is UnvalidatedTemplate =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Migrates a template of any previous format to the newest. Leaves other values, and templates
 * newer than this program, unchanged: the schema rejects them with a message. Does not modify its
 * argument.
 */
export function migrateTemplateFormat(
  value: unknown,
  steps: ReadonlyMap<number, FormatStep> = FORMAT_STEPS,
): unknown {
  let template = value;
  while (isRecord(template)) {
    const { version } = template;
    const step = typeof version === 'number' ? steps.get(version) : undefined;
    if (step === undefined) return template;
    template = { ...step(template), version: Number(version) + 1 };
  }
  return template;
}

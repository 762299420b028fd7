import type { CallInput, CallName } from '@yunbiao/contract';

export type Checked<N extends CallName> =
  | { ok: true; input: CallInput<N> }
  | { ok: false; fields: Record<string, string> };

const load = async () => {
  const [contract, { z }] = await Promise.all([import('@yunbiao/contract'), import('zod')]);
  // The compiling validator probes `new Function`, which the content security policy reports.
  z.config({ jitless: true });
  return contract;
};

type Schemas = Awaited<ReturnType<typeof load>>;

let loading: Promise<Schemas | null> | undefined;

/** null: not to be had now; asked for again the next time. */
const schemas = (): Promise<Schemas | null> =>
  (loading ??= load().catch(() => {
    loading = undefined;
    return null;
  }));

/** Fetches the schemas ahead of the first check; they are no part of a page's first load. */
export const prepareValidation = (): void => void schemas();

/**
 * Checks a form against the contract: the same rules, in the same words, as the server's. Without the schemas the form
 * goes out unchecked: the server says the same, or there is no network and that is what has to be said.
 */
export const validate = async <N extends CallName>(
  name: N,
  input: Record<string, unknown>,
): Promise<Checked<N>> => {
  const found = await schemas();
  if (!found) return { ok: true, input: input as CallInput<N> };
  const schema = found.calls[name].input;
  const result = schema.safeParse(input);
  // A form sends what was typed; the parsed value only tells whether it may.
  return result.success
    ? { ok: true, input: input as CallInput<N> }
    : { ok: false, fields: found.fieldMessages(schema, result.error, input) };
};

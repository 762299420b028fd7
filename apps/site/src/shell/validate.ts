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

let loading: ReturnType<typeof load> | undefined;

/** Fetches the schemas ahead of the first check; they are no part of a page's first load. */
export const prepareValidation = (): void => void (loading ??= load());

/** Checks a form against the contract: the same rules, in the same words, as the server's. */
export const validate = async <N extends CallName>(
  name: N,
  input: Record<string, unknown>,
): Promise<Checked<N>> => {
  const { calls, fieldMessages } = await (loading ??= load());
  const schema = calls[name].input;
  const result = schema.safeParse(input);
  // A form sends what was typed; the parsed value only tells whether it may.
  return result.success
    ? { ok: true, input: input as CallInput<N> }
    : { ok: false, fields: fieldMessages(schema, result.error) };
};

import type { CallInput, CallName } from '@yunbiao/contract';

export type ValidatedInput<N extends CallName> =
  | { ok: true; input: CallInput<N> }
  | { ok: false; fields: Record<string, string> };

const importSchemas = async () => {
  const [contract, { z }] = await Promise.all([import('@yunbiao/contract'), import('zod')]);
  // The JIT validator tests `new Function`, which the content security policy reports as a
  // violation.
  z.config({ jitless: true });
  return contract;
};

type Schemas = Awaited<ReturnType<typeof importSchemas>>;

let loading: Promise<Schemas | null> | undefined;

/** Resolves to null when loading failed; the next call tries again. */
const loadSchemas = (): Promise<Schemas | null> =>
  (loading ??= importSchemas().catch(() => {
    loading = undefined;
    return null;
  }));

/** Preloads the schemas. They are not part of the initial page load. */
export const preloadValidationSchemas = (): void => void loadSchemas();

/**
 * Validates a form against the contract, with the same rules and messages as the server. When the
 * schemas cannot be loaded, the form is sent without validation: the server validates it again, and
 * without network the request fails with a network error.
 */
export const validateCallInput = async <N extends CallName>(
  name: N,
  input: Record<string, unknown>,
): Promise<ValidatedInput<N>> => {
  const schemas = await loadSchemas();
  if (!schemas) return { ok: true, input: input as CallInput<N> };
  const schema = schemas.calls[name].input;
  const result = schema.safeParse(input);
  // Send the typed values. The parsed values only decide whether the input is valid.
  return result.success
    ? { ok: true, input: input as CallInput<N> }
    : { ok: false, fields: schemas.collectFieldMessages(schema, result.error, input) };
};

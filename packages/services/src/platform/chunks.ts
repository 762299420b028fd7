/**
 * Splits items into chunks of at most `size`: databases limit the number of parameters of a
 * statement.
 */
export const splitIntoChunks = <T>(items: readonly T[], size = 500): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** Marks every text that `npm run new` leaves to be written by a person. */
export const PLACEHOLDER = '待写';

/** Files that create or explain placeholders. */
const EXPLAINS = /^scripts\/(?:new\/|lib\/placeholders\.)|AGENTS\.md$/;

/**
 * Lines with a placeholder.
 * @param {{ path: string, text: string }[]} files
 * @returns {string[]} one `file:line what` per finding
 */
export const findPlaceholders = (files) =>
  files
    .filter(({ path, text }) => !EXPLAINS.test(path) && text.includes(PLACEHOLDER))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, i) =>
          line.includes(PLACEHOLDER) ? [`${path}:${i + 1} 还没有写：${line.trim()}`] : [],
        ),
    );

/**
 * Returns the exact signed text of one node of an answer. Parsing and serializing JSON would change
 * escapes and the order of names. Null when the answer has no such object. Single pass.
 */
export const extractRawJsonNode = (answer: string, name: string): string | null => {
  const at = answer.indexOf(`"${name}"`);
  if (at < 0) return null;
  let from = at + name.length + 2;
  while (/[\s:]/.test(answer[from] ?? '')) from += 1;
  if (answer[from] !== '{') return null;
  let depth = 0;
  let isText = false;
  for (let place = from; place < answer.length; place += 1) {
    const sign = answer[place];
    if (isText) {
      if (sign === '\\') place += 1;
      else if (sign === '"') isText = false;
    } else if (sign === '"') isText = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}' && (depth -= 1) === 0) return answer.slice(from, place + 1);
  }
  return null;
};

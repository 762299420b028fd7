import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search.ts';

it.each(['?from=&to=', '?q=%E6%A0%87%E7%AD%BE&page=2', '?a=1&a=2&b=', ''])(
  'reads %s as the same search after writing it again',
  (search) => {
    const read = parseSearch(search);
    expect(parseSearch(stringifySearch(read))).toEqual(read);
  },
);

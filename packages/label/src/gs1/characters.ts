/** GS1 character set 82 (7.11) in the order of its reference values. */
export const SET_82 =
  '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/** What a part of a value may be written with: digits, set 82, set 39, set 64 (base64url, with its padding). */
export type Characters = 'n' | 'x' | 'y' | 'z';

/** The characters of each set, and what to call them in Chinese. */
export const CHARACTERS: Record<Characters, { all: ReadonlySet<string>; name: string }> = {
  n: { all: new Set('0123456789'), name: '数字' },
  x: { all: new Set(SET_82), name: '半角字母、数字和 !"%&\'()*+,-./:;<=>?_' },
  y: { all: new Set('#-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), name: '数字、大写字母和 #-/' },
  z: {
    all: new Set('-0123456789=ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'),
    name: '半角字母、数字和 -_=',
  },
};

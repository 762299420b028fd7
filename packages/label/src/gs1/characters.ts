/** GS1 character set 82 (7.11) in the order of its reference values. */
export const SET_82 =
  '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/**
 * Character sets of a value: `n` digits, `x` set 82, `y` set 39, `z` set 64 (base64url with
 * padding).
 */
export type Characters = 'n' | 'x' | 'y' | 'z';

/** The characters of each set and its Chinese name. */
export const CHARACTERS: Record<Characters, { members: ReadonlySet<string>; name: string }> = {
  n: { members: new Set('0123456789'), name: '数字' },
  x: { members: new Set(SET_82), name: '半角字母、数字和 !"%&\'()*+,-./:;<=>?_' },
  y: { members: new Set('#-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'), name: '数字、大写字母和 #-/' },
  z: {
    members: new Set('-0123456789=ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'),
    name: '半角字母、数字和 -_=',
  },
};

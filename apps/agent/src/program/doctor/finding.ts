/** Result of one check. */
export type Finding = {
  /** `note`: information, not a fault. */
  state: 'good' | 'note' | 'bad';
  /** One sentence. */
  text: string;
  /** Next step for the user; '' when there is none. */
  hint: string;
};

export const createGoodFinding = (text: string): Finding => ({
  state: 'good',
  text,
  hint: '',
});
export const createNoteFinding = (text: string, hint = ''): Finding => ({
  state: 'note',
  text,
  hint,
});
export const createBadFinding = (text: string, hint: string): Finding => ({
  state: 'bad',
  text,
  hint,
});

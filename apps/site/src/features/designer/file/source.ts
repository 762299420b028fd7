import type { Template } from '@yunbiao/label';

/** Which stored template is designed. */
export type Source = {
  /** Null for one that was never saved. */
  id: string | null;
  /** Only one's own is saved under its id; of any other a copy is made. */
  own: boolean;
  /** The version this was made from. */
  version: number;
  category: string;
};

/** What the designer opens with. */
export type Opened = {
  name: string;
  template: Template;
  source: Source;
  /** The address of the label as the server has drawn it, with its samples. */
  picture?: string | null;
  /** The link that led here shares nothing any more. */
  isGone?: true;
};

export const NEW: Source = { id: null, own: false, version: 0, category: '' };

/** The stock most shelves have: a new label begins with it. */
export const EMPTY: Opened = {
  name: '新标签',
  template: { version: 1, widthMm: 60, heightMm: 40, fields: [], elements: [] },
  source: NEW,
};

/** What is designed beside its elements: its name, where it came from, and what of it is stored. */
export type File = {
  name: string;
  source: Source;
  /** As it was last stored, or opened. */
  stored: { name: string; template: Template };
  /** When it was saved here, epoch ms. */
  savedAt: number | null;
  isSaving: boolean;
  /** Somebody else, or another tab, has stored this version since. */
  newer: number | null;
};

export const openFile = ({ name, template, source }: Opened): File => ({
  name,
  source,
  stored: { name, template },
  savedAt: null,
  isSaving: false,
  newer: null,
});

/** Changed since it was stored. A template is another object once anything of it is another. */
export const isChanged = ({ name, stored }: File, template: Template): boolean =>
  name !== stored.name || template !== stored.template;

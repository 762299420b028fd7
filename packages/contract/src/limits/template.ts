/** Sides of a label, mm: of a template, and of the stock in a printer. */
export const LABEL_WIDTH_MM = { min: 5, max: 200 } as const;
export const LABEL_HEIGHT_MM = { min: 5, max: 300 } as const;

export const MAX_ELEMENTS = 200;
export const ELEMENT_NAME_LENGTH = 40;
/** Of each direction. */
export const MAX_GUIDES = 50;
/** Rows or columns of a table, each one's side, and its cells. */
export const MAX_TABLE_LINES = 50;
export const TABLE_LINES = { min: 1, max: MAX_TABLE_LINES } as const;
/** Between a cell's lines and what stands in it. */
export const CELL_PADDING_MM = { min: 0, max: 50 } as const;
export const TABLE_LINE_MM = { min: 0.5, max: LABEL_HEIGHT_MM.max } as const;
export const MAX_TABLE_CELLS = 200;
/** Elements with the cells of all tables. */
export const MAX_PARTS = 500;
/** Fields of a template; columns of a pasted sheet that one can choose a field for. */
export const MAX_FIELDS = 60;
/** Name of a field, and what it is called on screen. */
export const FIELD_NAME_LENGTH = 32;
export const SAMPLE_LENGTH = 2000;
/** Of a field; in the braces of a content the engine takes 1,000. */
export const FORMULA_LENGTH = 500;
/** Of serial numbers; the largest is far from where a number stops being exact. */
export const SERIAL_START = { min: 0, max: 1_000_000_000_000 } as const;
export const SERIAL_STEP = { min: 1, max: 10_000 } as const;
/** Characters; 0: as many as a number needs. */
export const SERIAL_WIDTH = { min: 0, max: 20 } as const;
/** Digits one makes up. */
export const SERIAL_ALPHABET_LENGTH = { min: 2, max: 64 } as const;
/** Longest value of a field, and longest content of an element. */
export const CONTENT_LENGTH = 4000;
/** What a field may ask of its values to be at most. */
export const LONGEST_VALUE = { min: 1, max: CONTENT_LENGTH } as const;
/** An element may hang over the label by a whole label. */
export const ELEMENT_SIDE_MM = { min: 0, max: LABEL_HEIGHT_MM.max } as const;
export const ELEMENT_PLACE_MM = { min: -LABEL_HEIGHT_MM.max, max: LABEL_HEIGHT_MM.max } as const;
/** Em of a text, of the text at bars, and of lines and frames, mm; between base lines, in ems. */
export const TEXT_SIZE_MM = { min: 0.5, max: 200 } as const;
export const CODE_TEXT_MM = { min: 0.5, max: 50 } as const;
export const LINE_MM = { min: 0, max: 50 } as const;
export const LINE_HEIGHT = { min: 0.5, max: 10 } as const;
/** Between the characters of a text, and of the text at bars, mm. */
export const LETTER_SPACING_MM = { min: -10, max: 50 } as const;
export const CODE_SPACING_MM = { min: 0, max: 50 } as const;
/** Of a frame's corners, mm; half the shorter side at most is drawn. */
export const RADIUS_MM = { min: 0, max: LABEL_WIDTH_MM.max / 2 } as const;
/** Of the characters of a text against their own width. */
export const WIDTH_SCALE = { min: 0.25, max: 4 } as const;
/** What may stand at any angle, clockwise. */
export const ANGLE_DEG = { min: -360, max: 360 } as const;
/** The first grey of a picture that stays white, 0 black to 255 white. */
export const IMAGE_THRESHOLD = { min: 0, max: 255 } as const;
/** Pictures a template holds: each one's PNG, as base64. Its pixels are limited by the engine (`PICTURE_PIXELS`). */
export const MAX_IMAGES = 4;
export const IMAGE_TEXT_LENGTH = 100_000;
export const IMAGE_ID_LENGTH = 64;
/** Further samples of a field, beside the one it is shown with. */
export const MAX_MORE_SAMPLES = 8;
export const TEMPLATE_NAME_LENGTH = 60;
export const TEMPLATE_CATEGORY_LENGTH = 20;
/** Of a template's JSON, as it is stored; a form that brings one takes more: a Chinese character is nine bytes there. */
export const TEMPLATE_BYTES = 1_000_000;
export const TEMPLATE_FORM_BYTES = 3_100_000;
/** Values in it, and how deep they lie in the input of a call. */
export const TEMPLATE_VALUES = 30_000;
export const TEMPLATE_DEPTH = 9;
/** Former versions kept of a member's template, and what they weigh together: the oldest go first. */
export const MAX_VERSIONS = 50;
export const VERSIONS_BYTES = 5_000_000;
/** Of the code in the address of a shared template. */
export const SHARE_CODE_LENGTH = 22;

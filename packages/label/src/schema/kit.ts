import type { z } from 'zod';

/** Bounds of a number or a length. */
type Range = { min: number; max: number };

/** What a template may hold, how long and how large; the names are those of the contract's limits. */
export type TemplateLimits = Readonly<
  Record<
    | 'ANGLE_DEG'
    | 'CELL_PADDING_MM'
    | 'CODE_SPACING_MM'
    | 'CODE_TEXT_MM'
    | 'ELEMENT_PLACE_MM'
    | 'ELEMENT_SIDE_MM'
    | 'IMAGE_THRESHOLD'
    | 'LABEL_HEIGHT_MM'
    | 'LABEL_WIDTH_MM'
    | 'LETTER_SPACING_MM'
    | 'LINE_HEIGHT'
    | 'LINE_MM'
    | 'LONGEST_VALUE'
    | 'RADIUS_MM'
    | 'SERIAL_ALPHABET_LENGTH'
    | 'SERIAL_START'
    | 'SERIAL_STEP'
    | 'SERIAL_WIDTH'
    | 'TABLE_LINES'
    | 'TABLE_LINE_MM'
    | 'TEXT_SIZE_MM'
    | 'WIDTH_SCALE',
    Readonly<Range>
  > &
    Record<
      | 'CONTENT_LENGTH'
      | 'ELEMENT_NAME_LENGTH'
      | 'FIELD_NAME_LENGTH'
      | 'FORMULA_LENGTH'
      | 'IMAGE_ID_LENGTH'
      | 'IMAGE_TEXT_LENGTH'
      | 'MAX_ELEMENTS'
      | 'MAX_FIELDS'
      | 'MAX_GUIDES'
      | 'MAX_IMAGES'
      | 'MAX_MORE_SAMPLES'
      | 'MAX_TABLE_CELLS'
      | 'MAX_TABLE_LINES'
      | 'SAMPLE_LENGTH',
      number
    >
>;

/** What the schema is made with. The validator is handed in: the engine checks nothing twice and brings none along. */
export type Kit = {
  z: typeof z;
  limits: TemplateLimits;
  /** Why a picture is refused, in Chinese, by its first bytes; '' for one that is taken. */
  pngTrouble: (base64: string) => string;
};

export const within = ({ z }: Kit, { min, max }: Readonly<Range>) => z.number().min(min).max(max);

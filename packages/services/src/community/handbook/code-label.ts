import type { Template, TemplateElement } from '@yunbiao/label';
import { hasSquareModules } from '@yunbiao/label/minimum-size';
import type { CodeElement, ElementBox, TextElement } from '@yunbiao/label/template';
import { CODES } from './codes/codes.ts';
import type { CodeSample } from './help.ts';
import type { CodeName } from './names.ts';

/** Element id of the code. */
const CODE_ID = 'code';

/** Margin left and right of the text, mm. */
const TEXT_MARGIN_MM = 2;
/** Gap between a square code and its surroundings, mm. */
const CODE_GAP_MM = 1.5;
/** Line above a linear code: top and height, mm. */
const HEAD = { top: 1.75, height: 3.5 };
/** Top of the linear code, mm. */
const BARS_TOP_MM = 6.25;

type Place = Omit<ElementBox, 'id'>;

const createText = (id: string, content: string, place: Place, options: Partial<TextElement>) => ({
  type: 'text' as const,
  id,
  ...place,
  content,
  sizeMm: 2.5,
  weight: 400 as const,
  align: 'left' as const,
  fit: 'shrink' as const,
  ...options,
});

const HEADING = { sizeMm: 3.25, weight: 700 } as const;

const createCodeElement = (code: CodeSample['code'], place: Place): CodeElement =>
  // TypeScript cannot see that the type is complete again with the box.
  ({ ...code, id: CODE_ID, ...place }) as CodeElement;

const layOutTextBeside = ({
  widthMm,
  heightMm,
  head,
  lines = [],
  code,
}: CodeSample): TemplateElement[] => {
  const side = heightMm - 2 * CODE_GAP_MM;
  const xMm = side + 2 * CODE_GAP_MM + 0.5;
  const room = { xMm, widthMm: widthMm - xMm - TEXT_MARGIN_MM, rotation: 0 as const };
  const height = 4 + lines.length * 3.75;
  const top = (heightMm - height) / 2;
  return [
    createCodeElement(code, {
      xMm: CODE_GAP_MM,
      yMm: CODE_GAP_MM,
      widthMm: side,
      heightMm: side,
      rotation: 0,
    }),
    createText('head', head, { ...room, yMm: top, heightMm: 3.5 }, HEADING),
    ...lines.map((line, i) =>
      createText(`line${i}`, line, { ...room, yMm: top + 4.5 + i * 3.75, heightMm: 2.75 }, {}),
    ),
  ];
};

const layOutTextAbove = ({
  widthMm,
  heightMm,
  head,
  lines = [],
  code,
}: CodeSample): TemplateElement[] => {
  const row = { yMm: HEAD.top, heightMm: HEAD.height, rotation: 0 as const };
  const half = (widthMm - 2 * TEXT_MARGIN_MM) / 2;
  const [note] = lines;
  return [
    createText(
      'head',
      head,
      { ...row, xMm: TEXT_MARGIN_MM, widthMm: note ? half + 4 : 2 * half },
      HEADING,
    ),
    ...(note
      ? [
          createText(
            'line',
            note,
            { ...row, xMm: TEXT_MARGIN_MM + half + 4, widthMm: half - 4 },
            {
              align: 'right',
            },
          ),
        ]
      : []),
    createCodeElement(code, {
      xMm: 0,
      yMm: BARS_TOP_MM,
      widthMm,
      heightMm: heightMm - BARS_TOP_MM - CODE_GAP_MM,
      rotation: 0,
    }),
  ];
};

const createCodeLabelTemplate = (
  widthMm: number,
  heightMm: number,
  elements: TemplateElement[],
): Template => ({
  version: 1,
  widthMm,
  heightMm,
  fields: [],
  elements,
});

/** Sample label of a code. Text is next to a square code and above a linear one. */
export const createCodeLabel = (name: CodeName): Template => {
  const { sample } = CODES[name];
  const elements = hasSquareModules(sample.code)
    ? layOutTextBeside(sample)
    : layOutTextAbove(sample);
  return createCodeLabelTemplate(sample.widthMm, sample.heightMm, elements);
};

export const getSampleCodeElement = (name: CodeName): CodeElement =>
  createCodeLabel(name).elements.find(({ id }) => id === CODE_ID) as CodeElement;

/** Margin around a code that is shown alone, mm: label corners are die-cut. */
export const BARE_CODE_MARGIN_MM = 1;

/** Label with only the code, in a box of this size. */
export const createBareCodeLabel = (
  name: CodeName,
  { widthMm, heightMm }: { widthMm: number; heightMm: number },
): Template => {
  const edge = { xMm: BARE_CODE_MARGIN_MM, yMm: BARE_CODE_MARGIN_MM, rotation: 0 as const };
  const code = createCodeElement(CODES[name].sample.code, { ...edge, widthMm, heightMm });
  return createCodeLabelTemplate(
    widthMm + 2 * BARE_CODE_MARGIN_MM,
    heightMm + 2 * BARE_CODE_MARGIN_MM,
    [code],
  );
};

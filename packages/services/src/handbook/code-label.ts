import type { Template, TemplateElement } from '@yunbiao/label';
import { isSquare } from '@yunbiao/label/least';
import type { CodeElement, ElementBox, TextElement } from '@yunbiao/label/template';
import { CODES } from './codes/codes.ts';
import type { CodeSample } from './help.ts';
import type { CodeName } from './names.ts';

/** Id of the code on its label. */
const CODE_ID = 'code';

/** Left and right of the text, mm. */
const EDGE = 2;
/** Between a square code and what stands around it, mm. */
const LIGHT = 1.5;
/** The head's line above bars, mm: from the top, and its height. */
const HEAD = { top: 1.75, height: 3.5 };
/** Of the code below it, mm. */
const BARS_TOP = 6.25;

type Place = Omit<ElementBox, 'id'>;

const textAt = (id: string, content: string, place: Place, more: Partial<TextElement>) => ({
  type: 'text' as const,
  id,
  ...place,
  content,
  sizeMm: 2.5,
  weight: 400 as const,
  align: 'left' as const,
  fit: 'shrink' as const,
  ...more,
});

const HEADING = { sizeMm: 3.25, weight: 700 } as const;

const placed = (code: CodeSample['code'], place: Place): CodeElement =>
  // The element without its box, and a box.
  ({ ...code, id: CODE_ID, ...place }) as CodeElement;

const beside = ({ widthMm, heightMm, head, lines = [], code }: CodeSample): TemplateElement[] => {
  const side = heightMm - 2 * LIGHT;
  const xMm = side + 2 * LIGHT + 0.5;
  const room = { xMm, widthMm: widthMm - xMm - EDGE, rotation: 0 as const };
  const height = 4 + lines.length * 3.75;
  const top = (heightMm - height) / 2;
  return [
    placed(code, { xMm: LIGHT, yMm: LIGHT, widthMm: side, heightMm: side, rotation: 0 }),
    textAt('head', head, { ...room, yMm: top, heightMm: 3.5 }, HEADING),
    ...lines.map((line, i) =>
      textAt(`line${i}`, line, { ...room, yMm: top + 4.5 + i * 3.75, heightMm: 2.75 }, {}),
    ),
  ];
};

const above = ({ widthMm, heightMm, head, lines = [], code }: CodeSample): TemplateElement[] => {
  const row = { yMm: HEAD.top, heightMm: HEAD.height, rotation: 0 as const };
  const half = (widthMm - 2 * EDGE) / 2;
  const [note] = lines;
  return [
    textAt('head', head, { ...row, xMm: EDGE, widthMm: note ? half + 4 : 2 * half }, HEADING),
    ...(note
      ? [
          textAt(
            'line',
            note,
            { ...row, xMm: EDGE + half + 4, widthMm: half - 4 },
            {
              align: 'right',
            },
          ),
        ]
      : []),
    placed(code, {
      xMm: 0,
      yMm: BARS_TOP,
      widthMm,
      heightMm: heightMm - BARS_TOP - LIGHT,
      rotation: 0,
    }),
  ];
};

const label = (widthMm: number, heightMm: number, elements: TemplateElement[]): Template => ({
  version: 1,
  widthMm,
  heightMm,
  fields: [],
  elements,
});

/** The label a code is shown on: what a square one is of stands beside it. */
export const codeLabel = (name: CodeName): Template => {
  const { sample } = CODES[name];
  const elements = isSquare(sample.code) ? beside(sample) : above(sample);
  return label(sample.widthMm, sample.heightMm, elements);
};

/** The code of that label. */
export const getCode = (name: CodeName): CodeElement =>
  codeLabel(name).elements.find(({ id }) => id === CODE_ID) as CodeElement;

/** Paper around a code that is shown alone: corners are die-cut. mm. */
export const ALONE_EDGE_MM = 1;

/** The code alone, in a box of this size. */
export const aloneLabel = (
  name: CodeName,
  { widthMm, heightMm }: { widthMm: number; heightMm: number },
): Template => {
  const edge = { xMm: ALONE_EDGE_MM, yMm: ALONE_EDGE_MM, rotation: 0 as const };
  const code = placed(CODES[name].sample.code, { ...edge, widthMm, heightMm });
  return label(widthMm + 2 * ALONE_EDGE_MM, heightMm + 2 * ALONE_EDGE_MM, [code]);
};

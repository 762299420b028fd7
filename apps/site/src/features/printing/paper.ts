import { sizeText } from '../../shell/print-media.ts';

type Size = { widthMm: number; heightMm: number };
type Paper = Size & { rotation: number };

/** Sizes closer than this are the same paper, mm. */
const SAME_MM = 0.5;

/** How a template's label sits on a configuration's paper: as it is, with room to spare, or not at all. */
export type PaperFit = 'same' | 'smaller' | 'too-large';

/** The label as it comes out of the printer: turned as the configuration says. */
const turned = ({ widthMm, heightMm }: Size, rotation: number): Size =>
  rotation === 90 || rotation === 270
    ? { widthMm: heightMm, heightMm: widthMm }
    : { widthMm, heightMm };

export const paperFit = (paper: Paper, template: Size): PaperFit => {
  const label = turned(template, paper.rotation);
  const spare = [paper.widthMm - label.widthMm, paper.heightMm - label.heightMm];
  if (spare.some((mm) => mm < -SAME_MM)) return 'too-large';
  return spare.some((mm) => mm > SAME_MM) ? 'smaller' : 'same';
};

const labelText = (paper: Paper, template: Size): string =>
  `${sizeText(template)}${turned(template, paper.rotation).widthMm === template.widthMm ? '' : `（转 ${paper.rotation}°）`}`;

/** Why the label cannot be printed on this paper; '' when it can. */
export const paperStop = (paper: Paper, template: Size): string =>
  paperFit(paper, template) === 'too-large'
    ? `标签 ${labelText(paper, template)} 比这个配置的纸 ${sizeText(paper)} 大，印不下，换一个配置或模板`
    : '';

/** What is asked before a label goes on larger paper. */
export const paperQuestion = (
  paper: Paper,
  template: Size,
): { message: string; detail: string } => ({
  message: `用 ${sizeText(paper)} 的纸打 ${labelText(paper, template)} 的标签？`,
  detail: '印是印得下，多出来的地方空着。装的纸要是和配置写的不一样，先去改配置。',
});

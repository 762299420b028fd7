type TourStep = {
  /** Value of `data-tour` of the control. On a phone, the button of its panel has the same. */
  control: 'elements' | 'data' | 'scan' | 'print';
  title: string;
  text: string;
};

export const TOUR_STEPS: readonly TourStep[] = [
  {
    control: 'elements',
    title: '添加元素',
    text: '点一种：文字、条码、图片……电脑上在标签上拖出一个框；手机上直接放到标签中间。',
  },
  {
    control: 'data',
    title: '一行一张',
    text: '打开 Excel，或者粘贴几行。每一列对应一栏，一行打印一张。',
  },
  {
    control: 'scan',
    title: '当场读码',
    text: '条码和二维码画好就读一遍。扫不出的，会说为什么。',
  },
  {
    control: 'print',
    title: '打印',
    text: '画好点这里，选一台打印机。没有打印机，也能用虚拟打印机。',
  },
];

/** The controls of a step, hidden ones too. */
export const listTourControls = (control: TourStep['control']): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[data-tour="${control}"]`),
];

/** The visible control of a step, if there is one. */
export const findTourControl = (control: TourStep['control']): HTMLElement | undefined =>
  listTourControls(control).find((element) => element.offsetWidth > 0);

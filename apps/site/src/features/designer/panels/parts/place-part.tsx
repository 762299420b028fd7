import { isElementLocked } from '@yunbiao/label/groups';
import { ELEMENT_PLACE_MM, ELEMENT_SIDE_MM } from '@yunbiao/contract/limits/template';
import { useStore } from '@yunbiao/ui/store.ts';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';
import {
  align,
  type AlignTo,
  distribute,
  reorder,
  placeElements,
  rotateClockwise,
} from '@yunbiao/designer/arrange';
import { computeBounds, type Box, getElementBox, stretchBox } from '@yunbiao/designer/box';
import { listSelectedElements, type Command } from '@yunbiao/designer/doc';
import { toggleStyleBrush } from '../../apply-style.ts';
import { KindIcon, type KindIconName } from '../kind-icon.tsx';
import { NumberPart } from './number-part.tsx';

const ALIGN: readonly { to: AlignTo; name: string }[] = [
  { to: 'left', name: '左对齐' },
  { to: 'center', name: '水平居中' },
  { to: 'right', name: '右对齐' },
  { to: 'top', name: '上对齐' },
  { to: 'middle', name: '垂直居中' },
  { to: 'bottom', name: '下对齐' },
];

const ARRANGE: readonly { icon: KindIconName; name: string; command: Command; minCount: number }[] =
  [
    { icon: 'spreadX', name: '水平等距', command: distribute('x'), minCount: 3 },
    { icon: 'spreadY', name: '垂直等距', command: distribute('y'), minCount: 3 },
    { icon: 'turn', name: '旋转 90°', command: rotateClockwise, minCount: 1 },
    { icon: 'front', name: '置于顶层', command: reorder('front'), minCount: 1 },
    { icon: 'back', name: '置于底层', command: reorder('back'), minCount: 1 },
  ];

/** Takes the style of the selected element in hand, to give it to others by pressing them. */
const StyleBrushButton = () => {
  const designer = useDesigner();
  const isOn = useStore(designer.style, (style) => style !== null);
  return (
    <button
      type="button"
      aria-label="格式刷"
      aria-pressed={isOn}
      title="格式刷：点别的元素，样式跟这个一样"
      onClick={() => toggleStyleBrush(designer)}
    >
      <KindIcon name="brush" />
    </button>
  );
};

/** Position, size, alignment and order of the selected elements. */
export const PlacePart = () => {
  const designer = useDesigner();
  const doc = useStore(designer.history, ({ now }) => now);
  const chosenElements = listSelectedElements(doc);
  const selectionBounds = computeBounds(chosenElements);
  if (!selectionBounds) return null;
  const isLocked = chosenElements.every((element) => isElementLocked(doc.template, element));
  const setBoxDimension = (part: keyof Box, value: number): void => {
    const to = { ...selectionBounds, [part]: value };
    const boxes = new Map(
      chosenElements.map((element) => [
        element.id,
        stretchBox(getElementBox(element), selectionBounds, to),
      ]),
    );
    designer.execute(
      part === 'xMm' || part === 'yMm' ? '移动' : '修改大小',
      placeElements(boxes),
      `place:${part}`,
    );
  };
  const renderPart = (name: keyof Box, label: string, range: { min: number; max: number }) => (
    <NumberPart
      label={label}
      name={name}
      unit="mm"
      step={0.125}
      {...range}
      value={selectionBounds[name]}
      onChange={(value) => setBoxDimension(name, value)}
    />
  );
  return (
    <fieldset className={css.part} disabled={isLocked}>
      <legend className="visually-hidden">位置和大小</legend>
      {chosenElements.length > 1 && <h3>整体</h3>}
      <div className={css.pairs}>
        {renderPart('xMm', 'X', ELEMENT_PLACE_MM)}
        {renderPart('yMm', 'Y', ELEMENT_PLACE_MM)}
        {renderPart('widthMm', '宽', ELEMENT_SIDE_MM)}
        {renderPart('heightMm', '高', ELEMENT_SIDE_MM)}
      </div>
      <div className={css.strip}>
        {ALIGN.map(({ to, name }) => (
          <button
            key={to}
            type="button"
            aria-label={name}
            title={chosenElements.length > 1 ? name : `${name}到标签`}
            onClick={() => designer.execute('对齐', align(to))}
          >
            <KindIcon name={to} />
          </button>
        ))}
      </div>
      <div className={css.strip}>
        {ARRANGE.map(({ icon, name, command, minCount }) => (
          <button
            key={icon}
            type="button"
            aria-label={name}
            title={name}
            disabled={chosenElements.length < minCount}
            onClick={() => designer.execute(name, command)}
          >
            <KindIcon name={icon} />
          </button>
        ))}
        <StyleBrushButton />
      </div>
      {isLocked && <p className="small faint">锁定了：先解锁，再移动或改大小。</p>}
    </fieldset>
  );
};

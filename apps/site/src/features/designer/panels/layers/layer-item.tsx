import type { Template } from '@yunbiao/label';
import { Status } from '@yunbiao/ui/status.tsx';
import { type HTMLAttributes, type KeyboardEvent, type MouseEvent, useState } from 'react';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';
import { selectExactly } from '@yunbiao/designer/arrange';
import { describeCondition, getElementCondition } from '@yunbiao/designer/conditions/conditions';
import { changeElements } from '@yunbiao/designer/edit';
import { getElementIconKind } from '@yunbiao/designer/element-names';
import { listMembersByGroup } from '@yunbiao/designer/group-paths';
import { changeGroup } from '@yunbiao/designer/groups';
import {
  findLayerStep,
  getLayerName,
  type LayerKey,
  type LayerNode,
  type LayerPlace,
  moveLayer,
} from '@yunbiao/designer/layers/layer-tree';
import { KindIcon, type KindIconName } from '../kind-icon.tsx';
import { LayerNameInput } from './layer-name-input.tsx';

const getLayerPart = (node: LayerNode) => (node.kind === 'element' ? node.element : node.group);

type SwitchProps = {
  node: LayerNode;
  name: string;
  part: 'locked' | 'hidden';
  /** What a press does. */
  action: string;
  icon: KindIconName;
};

/** Button that locks or hides a layer, or reverts it. */
const LayerSwitch = ({ node, name, part, action, icon }: SwitchProps) => {
  const designer = useDesigner();
  const isOn = getLayerPart(node)?.[part];
  const patch = { [part]: isOn ? undefined : true };
  return (
    <button
      type="button"
      className={`bare ${css.layerAct}`}
      data-on={isOn}
      aria-label={`${action}${name}`}
      onClick={() =>
        designer.execute(
          action,
          node.kind === 'element' ? changeElements([node.id], patch) : changeGroup(node.id, patch),
        )
      }
    >
      <KindIcon name={icon} />
    </button>
  );
};

const LayerSwitches = ({ node, name }: Pick<SwitchProps, 'node' | 'name'>) => {
  const { locked, hidden } = getLayerPart(node) ?? {};
  return (
    <>
      <LayerSwitch
        node={node}
        name={name}
        part="locked"
        action={locked ? '解锁' : '锁定'}
        icon={locked ? 'lock' : 'open'}
      />
      <LayerSwitch
        node={node}
        name={name}
        part="hidden"
        action={hidden ? '显示' : '隐藏'}
        icon={hidden ? 'closed' : 'eye'}
      />
    </>
  );
};

const STEPS: Partial<Record<string, 'up' | 'down' | 'in' | 'out'>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

const INDENT_PX = 12;

const DROP_CLASSES = { above: css.dropabove, inside: css.dropinside, below: css.dropbelow };

type LayerItemProps = {
  node: LayerNode;
  /** Groups around it. */
  depth: number;
  /** All layers, to move between. */
  tree: readonly LayerNode[];
  template: Template;
  chosen: readonly string[];
  /** Ids of elements with problems. */
  warned: ReadonlySet<string>;
  /** Ids of elements that a condition hides on the shown label. */
  unprinted: ReadonlySet<string>;
  dropPlace: LayerPlace['place'] | undefined;
  getDragHandlers: (layer: LayerKey, name: string) => HTMLAttributes<HTMLLIElement>;
};

/** Ids of the elements of a layer. */
const listLayerElements = ({ node, template }: LayerItemProps): readonly string[] =>
  node.kind === 'element' ? [node.id] : (listMembersByGroup(template).get(node.id) ?? []);

/** Selects exactly the layer; with a modifier key, adds it to the selection or removes it. */
const useLayerSelection = (props: LayerItemProps) => {
  const designer = useDesigner();
  const ids = listLayerElements(props);
  const isChosen = ids.length > 0 && ids.every((id) => props.chosen.includes(id));
  const selectLayer = (event: MouseEvent): void => {
    const isMore = event.shiftKey || event.ctrlKey || event.metaKey;
    const others = props.chosen.filter((id) => !ids.includes(id));
    const next = !isMore ? ids : isChosen ? others : [...others, ...ids];
    designer.execute('选择', selectExactly(next));
  };
  return { isChosen, selectLayer };
};

const LayerMarks = ({ node, template, warned }: LayerItemProps) => {
  const condition =
    node.kind === 'element'
      ? getElementCondition(node.element, template.fields)
      : node.group?.showIf;
  const words = condition === undefined ? '' : describeCondition(condition, template.fields);
  const isElement = node.kind === 'element';
  return (
    <>
      {words && (
        <span className={css.conditionMark} title={words}>
          <KindIcon name="condition" />
          <span className="visually-hidden">{words}</span>
        </span>
      )}
      {isElement && warned.has(node.id) && (
        <Status kind="uncertain">
          <span className="visually-hidden">有提醒</span>
        </Status>
      )}
    </>
  );
};

/** An element or a group in the tree of layers. */
export const LayerItem = (props: LayerItemProps) => {
  const { node, depth, tree, template, unprinted, dropPlace, getDragHandlers } = props;
  const designer = useDesigner();
  const [isRenaming, setRenaming] = useState(false);
  const { isChosen, selectLayer } = useLayerSelection(props);
  const name = getLayerName(node, template.fields);
  const isUnprinted = node.kind === 'element' && unprinted.has(node.id);
  const isFaded = getLayerPart(node)?.hidden || isUnprinted;
  const pressKey = (event: KeyboardEvent): void => {
    const step = event.altKey ? STEPS[event.key] : undefined;
    if (event.key !== 'F2' && !step) return;
    event.preventDefault();
    if (!step) return setRenaming(true);
    const place = findLayerStep(tree, node, step);
    if (place) designer.execute('移动图层', moveLayer(node, place));
  };
  return (
    <li
      aria-level={depth + 1}
      className={[
        isChosen ? css.on : '',
        isFaded ? css.hiddenLayer : '',
        isUnprinted ? css.unprintedLayer : '',
        dropPlace === undefined ? '' : DROP_CLASSES[dropPlace],
      ].join(' ')}
      style={{ paddingLeft: depth * INDENT_PX }}
      draggable={!isRenaming}
      {...getDragHandlers(node, name)}
    >
      {isRenaming ? (
        <LayerNameInput node={node} shownName={name} onEnd={() => setRenaming(false)} />
      ) : (
        <button
          type="button"
          className={css.layerName}
          aria-pressed={isChosen}
          onClick={selectLayer}
          onDoubleClick={() => setRenaming(true)}
          onKeyDown={pressKey}
        >
          <KindIcon name={node.kind === 'group' ? 'group' : getElementIconKind(node.element)} />
          <span title={name}>
            {name}
            {isUnprinted && <small>这一行不打印</small>}
          </span>
          <LayerMarks {...props} />
        </button>
      )}
      <LayerSwitches node={node} name={name} />
    </li>
  );
};

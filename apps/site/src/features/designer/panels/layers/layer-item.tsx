import type { TemplateElement } from '@yunbiao/label';
import { Status } from '@yunbiao/ui/status.tsx';
import type { HTMLAttributes, MouseEvent } from 'react';
import { selectElementOnPress } from '../../canvas/choose-gesture.ts';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';
import { selectElements } from '@yunbiao/designer/arrange';
import { includeGroupMembers } from '@yunbiao/designer/doc';
import { changeElements } from '@yunbiao/designer/edit';
import { getElementDisplayName, getElementIconKind } from '@yunbiao/designer/element-names';
import { KindIcon, type KindIconName } from '../kind-icon.tsx';

type SwitchProps = {
  element: TemplateElement;
  part: 'locked' | 'hidden';
  /** What a press does. */
  action: string;
  icon: KindIconName;
};

/** Button that locks or hides an element, or reverts it. */
const LayerSwitch = ({ element, part, action, icon }: SwitchProps) => {
  const designer = useDesigner();
  return (
    <button
      type="button"
      className={`bare ${css.layerAct}`}
      data-on={element[part]}
      aria-label={`${action}${getElementDisplayName(element)}`}
      onClick={() =>
        designer.execute(
          action,
          changeElements([element.id], { [part]: element[part] ? undefined : true }),
        )
      }
    >
      <KindIcon name={icon} />
    </button>
  );
};

type LayerItemProps = {
  element: TemplateElement;
  isChosen: boolean;
  /** The element has problems. */
  isWarned: boolean;
  isDropTarget: boolean;
  getDragHandlers: (id: string, name: string) => HTMLAttributes<HTMLLIElement>;
};

/** An element in the list of layers. */
export const LayerItem = (props: LayerItemProps) => {
  const { element, isChosen, isWarned, isDropTarget, getDragHandlers } = props;
  const designer = useDesigner();
  const { id, locked, hidden } = element;
  const name = getElementDisplayName(element);
  const selectLayer = (event: MouseEvent): void => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) selectElementOnPress(designer, id, true);
    else
      designer.execute(
        '选择',
        selectElements(includeGroupMembers(designer.getDoc().template, [id])),
      );
  };
  return (
    <li
      className={[
        isChosen ? css.on : '',
        hidden ? css.hiddenLayer : '',
        isDropTarget ? css.dropOver : '',
      ].join(' ')}
      draggable
      {...getDragHandlers(id, name)}
    >
      <button type="button" className={css.layerName} aria-pressed={isChosen} onClick={selectLayer}>
        <KindIcon name={getElementIconKind(element)} />
        <span>{name}</span>
        {isWarned && (
          <Status kind="uncertain">
            <span className="visually-hidden">有提醒</span>
          </Status>
        )}
      </button>
      <LayerSwitch
        element={element}
        part="locked"
        action={locked ? '解锁' : '锁定'}
        icon={locked ? 'lock' : 'open'}
      />
      <LayerSwitch
        element={element}
        part="hidden"
        action={hidden ? '显示' : '隐藏'}
        icon={hidden ? 'closed' : 'eye'}
      />
    </li>
  );
};

import { ELEMENT_NAME_LENGTH } from '@yunbiao/contract/limits/template';
import { changeElements } from '@yunbiao/designer/edit';
import { changeGroup } from '@yunbiao/designer/groups';
import type { LayerNode } from '@yunbiao/designer/layers/layer-tree';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';

type LayerNameInputProps = { node: LayerNode; shownName: string; onEnd: () => void };

/** Input for the name of a layer. Enter or leaving it renames, Escape does not. */
export const LayerNameInput = ({ node, shownName, onEnd }: LayerNameInputProps) => {
  const designer = useDesigner();
  const input = useRef<HTMLInputElement>(null);
  const isCancelled = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const ownName = node.kind === 'element' ? node.element.name : node.group?.name;
  const rename = (text: string): void => {
    onEnd();
    if (isCancelled.current) return;
    const patch = { name: text.trim() || undefined };
    designer.execute(
      '命名',
      node.kind === 'element' ? changeElements([node.id], patch) : changeGroup(node.id, patch),
    );
  };
  const pressKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    isCancelled.current = event.key === 'Escape';
    if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
  };
  return (
    <input
      ref={input}
      className={css.layerInput}
      aria-label={`${shownName}的名字`}
      maxLength={ELEMENT_NAME_LENGTH}
      defaultValue={ownName ?? ''}
      placeholder={shownName}
      onBlur={(event) => rename(event.currentTarget.value)}
      onKeyDown={pressKey}
    />
  );
};

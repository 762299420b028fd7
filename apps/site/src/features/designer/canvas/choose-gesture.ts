import { isElementHidden, isElementLocked } from '@yunbiao/label/groups';
import type { Designer } from '../designer.ts';
import { selectElements } from '@yunbiao/designer/arrange';
import { createBoxBetween, intersects } from '@yunbiao/designer/box';
import { includeGroupMembers } from '@yunbiao/designer/doc';
import { clearLive, type Gesture, type Point } from './gesture.ts';

/** Selects all elements that a frame touches. `isMore`: adds them to the current selection. */
export const startMarquee = (designer: Designer, from: Point, isMore: boolean): Gesture => {
  const chosenBefore = isMore ? designer.getDoc().chosen : [];
  return {
    move: (at) => {
      const box = createBoxBetween(from, at);
      const { template } = designer.getDoc();
      const touched = template.elements
        .filter(
          (element) =>
            !isElementHidden(template, element) &&
            !isElementLocked(template, element) &&
            intersects(element, box),
        )
        .map(({ id }) => id);
      designer.execute('选择', selectElements([...chosenBefore, ...touched]));
      designer.live.set({ kind: 'marquee', box });
    },
    finish: () => clearLive(designer),
    cancel: () => clearLive(designer),
  };
};

/**
 * Selects the pressed element with its group. With Shift, adds it to the selection or removes it.
 */
export const selectElementOnPress = (designer: Designer, id: string, isMore: boolean): void => {
  const { template, chosen } = designer.getDoc();
  const groupMembers = includeGroupMembers(template, [id]);
  if (!isMore) {
    if (!chosen.includes(id)) designer.execute('选择', selectElements(groupMembers));
    return;
  }
  const next = chosen.includes(id)
    ? chosen.filter((id) => !groupMembers.includes(id))
    : [...chosen, ...groupMembers];
  designer.execute('选择', selectElements(next));
};

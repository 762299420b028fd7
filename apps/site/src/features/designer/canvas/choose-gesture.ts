import type { Designer } from '../designer.ts';
import { choose } from '../model/arrange.ts';
import { between, meets } from '../model/box.ts';
import { withGroups } from '../model/doc.ts';
import { clear, type Gesture, type Point } from './gesture.ts';

/** Chooses all that a frame touches; `isMore`: beside what is chosen already. */
export const startMarquee = (designer: Designer, from: Point, isMore: boolean): Gesture => {
  const before = isMore ? designer.doc().chosen : [];
  return {
    move: (at) => {
      const box = between(from, at);
      const { template } = designer.doc();
      const touched = template.elements
        .filter((element) => !element.hidden && !element.locked && meets(element, box))
        .map(({ id }) => id);
      designer.act('选择', choose([...before, ...touched]));
      designer.live.set({ kind: 'marquee', box });
    },
    end: () => clear(designer),
    cancel: () => clear(designer),
  };
};

/** What a press on an element chooses: it with its group; with Shift it comes to the others, or leaves them. */
export const pressed = (designer: Designer, id: string, isMore: boolean): void => {
  const { template, chosen } = designer.doc();
  const own = withGroups(template, [id]);
  if (!isMore) {
    if (!chosen.includes(id)) designer.act('选择', choose(own));
    return;
  }
  const next = chosen.includes(id)
    ? chosen.filter((one) => !own.includes(one))
    : [...chosen, ...own];
  designer.act('选择', choose(next));
};

import type { ReactNode } from 'react';
import css from './tools.module.css';

/** A tool with picture, description and link. */
export const ToolCard = (props: {
  name: string;
  say: string;
  /** Notes below the picture. */
  notes: readonly [string, string];
  picture: ReactNode;
  children: ReactNode;
}) => (
  <article>
    <div className={`plate ${css.plate}`}>
      {props.picture}
      <footer>
        <span className="ellipsis" title={props.notes[0]}>
          {props.notes[0]}
        </span>
        <span className="push-end">{props.notes[1]}</span>
      </footer>
    </div>
    <div>
      <h2>{props.name}</h2>
      <p>{props.say}</p>
    </div>
    <div className={css.acts}>{props.children}</div>
  </article>
);

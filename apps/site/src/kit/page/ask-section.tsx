import { Link } from '@tanstack/react-router';

/** 还是不行: sends the reader to the questions. `before`: what to bring, up to the link. */
export const AskSection = ({ alias, before }: { alias: string; before: string }) => (
  <section>
    <h2 className="section-title">还是不行</h2>
    <p>
      {before}
      <Link className="link" to="/$soft/qa/ask" params={{ soft: alias }}>
        问一下
      </Link>
      。
    </p>
  </section>
);

import type { CallOutput } from '@yunbiao/contract';

export const ArticlePage = ({ article }: { article: CallOutput<'articleDetail'> }) => (
  <main className="wrap">
    <div className="ph">
      <div>
        <h1>{article.title}</h1>
      </div>
    </div>
    {/* The server renders it from Markdown and lets nothing else through. */}
    <article className="prose" dangerouslySetInnerHTML={{ __html: article.html }} />
  </main>
);

import type { CallOutput } from '@yunbiao/contract';
import { formatDay } from '@yunbiao/ui/format.ts';
import css from './article-page.module.css';

export const ArticlePage = ({ article }: { article: CallOutput<'articleDetail'> }) => {
  const published = formatDay(article.publishedAt);
  const updated = formatDay(article.updatedAt);
  return (
    <main className="wrap">
      <div className="ph">
        <div>
          <h1>{article.title}</h1>
          <p>
            <time dateTime={article.publishedAt}>{published}发布</time>
            {updated !== published && (
              <>
                ，<time dateTime={article.updatedAt}>{updated}更新</time>
              </>
            )}
          </p>
        </div>
      </div>
      {/* The server renders it from Markdown and lets nothing else through. */}
      <article
        className={`prose ${css.prose}`}
        dangerouslySetInnerHTML={{ __html: article.html }}
      />
    </main>
  );
};

import { createFileRoute, redirect } from '@tanstack/react-router';

/** Redirect to the tools index. */
export const Route = createFileRoute('/$soft/tools/index')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$soft/tools', params, statusCode: 302 });
  },
});

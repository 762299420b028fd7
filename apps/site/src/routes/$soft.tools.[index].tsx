import { createFileRoute, redirect } from '@tanstack/react-router';

/** The tools index under its other name. */
export const Route = createFileRoute('/$soft/tools/index')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$soft/tools', params, statusCode: 302 });
  },
});

import { getRouteApi } from '@tanstack/react-router';
import type { Common } from './stores.ts';

const softRoute = getRouteApi('/$soft');

/** What the site offers; on pages of a software, whose frame has read it already. */
export const useSwitches = (): Common['switches'] => softRoute.useLoaderData().common.switches;

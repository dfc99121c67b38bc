import type { routes } from './generated/routes';

/** The address of a page or file of the workspace that is the same for everybody. */
export type WorkspaceAddress = Exclude<Extract<(typeof routes)[number], `/workspace${string}`>, `${string}[${string}`>;

import { notFoundPage } from '../not-found';

export const GET = notFoundPage;
export const HEAD = notFoundPage;
export const POST = notFoundPage;
export const PUT = notFoundPage;
export const PATCH = notFoundPage;
export const DELETE = notFoundPage;

import { ApiError } from './request.ts';

/** Several blocks of one page load side by side; one that is refused is null and draws its own error, the page stands. */
export async function orNull<T>(block: Promise<T>): Promise<T | null> {
  try {
    return await block;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/**
 * Runs `work` for each due item, in parallel or one by one, and returns the results in order. A failed item does not
 * stop the others. After all have ended, throws the first error; the failed items become due again when their leases
 * expire.
 */
export async function eachDue<Due, Result>(
  due: readonly Due[],
  work: (item: Due) => Promise<Result>,
  { oneByOne = false }: { readonly oneByOne?: boolean } = {},
): Promise<Result[]> {
  const results: PromiseSettledResult<Result>[] = [];
  if (oneByOne) for (const item of due) results.push(...(await Promise.allSettled([work(item)])));
  else results.push(...(await Promise.allSettled(due.map(work))));
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { PriceAlert } from '../../api/calls/alerts.ts';
import { acceptAlert, readAlertsAgain, WAITING } from './alert-cache.ts';

const alert = (id: number, price = '100') => ({ id, price }) as PriceAlert;

/** A list that is shown, and the readings of it that wait for their answers. */
function shownList() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers: ((alerts: readonly PriceAlert[]) => void)[] = [];
  const observer = new QueryObserver<readonly PriceAlert[]>(client, {
    queryKey: WAITING,
    queryFn: () => new Promise((answer) => answers.push(answer)),
  });
  observer.subscribe(() => {});
  const shown = () => observer.getCurrentResult().data;
  return { client, answers, shown };
}

test('an alert that was set is listed and counted before the list is read again', async () => {
  const { client, answers, shown } = shownList();
  answers[0]!([alert(1)]);
  await expect.poll(shown).toEqual([alert(1)]);
  const accepted = acceptAlert(client, alert(2));
  await expect.poll(shown).toEqual([alert(2), alert(1)]);
  const changed = acceptAlert(client, alert(1, '200'));
  await expect.poll(shown).toEqual([alert(2), alert(1, '200')]);
  await expect.poll(() => answers.length).toBe(3);
  answers[2]!([alert(1, '200')]);
  await Promise.all([accepted, changed]);
  expect(shown()).toEqual([alert(1, '200')]);
});

test('a reading that began before an alert was set or deleted does not hide the change', async () => {
  const { client, answers, shown } = shownList();
  const accepted = acceptAlert(client, alert(1));
  await expect.poll(() => answers.length).toBe(2);
  answers[0]!([]);
  answers[1]!([alert(1)]);
  await accepted;
  expect(shown()).toEqual([alert(1)]);

  const early = client.refetchQueries({ queryKey: WAITING });
  const again = readAlertsAgain(client);
  await expect.poll(() => answers.length).toBe(4);
  answers[2]!([alert(1)]);
  answers[3]!([]);
  await Promise.all([early, again]);
  expect(shown()).toEqual([]);
});

/** The session cookie of a person of the demo. */
import { DEMO_LOG_INS } from '@agio/contracts/demo';

export async function logIn(
  url: string,
  person: { readonly email: string; readonly password: string } = DEMO_LOG_INS[0]!,
): Promise<string> {
  const answer = await fetch(`${url}/auth-v2/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  });
  const cookie = answer.headers.getSetCookie().find((one) => /token=/.test(one));
  if (!cookie) throw new Error(`${person.email} could not log in: ${await answer.text()}`);
  return cookie.split(';')[0]!;
}

/** Commands besides trading: notices, verification, counts of use, texts for search engines, the support chat, VIP service. */
import { randomUUID } from 'node:crypto';
import { SEO_FIELDS } from '@agio/contracts/seo-rules';
import { DEFAULT_LOCALE } from '@agio/contracts/locales';
import { call, type CommandArea, readPart, readStrings, readWhole } from './calling.ts';

export const siteCommands: CommandArea = {
  usage: `
  agio notice set --countries IR,CU|all --title T --content C --button B [--locale en-us] [--hidden]
  agio notice clear --countries IR,CU|all [--locale en-us]
  agio verification set --login-after N
  agio track show [--days N]
  agio seo set --pattern P [--locale L] FIELDS
  agio seo list
  agio seo remove --pattern P [--locale L] [--field F]
  agio chat list [--state waiting|all]
  agio chat show --id N
  agio chat answer --id N --text TEXT [--agent NAME] [--key K]
  agio chat close --id N
  agio vip contacts [--before N] [--limit N]`,
  commands: {
    'notice set': setNotice,
    'notice clear': clearNotice,
    'verification set': setVerification,
    'track show': showTrack,
    'seo set': setSeo,
    'seo list': () => call('GET', '/operator/seo/list'),
    'seo remove': removeSeo,
    'chat list': listChats,
    'chat show': showChat,
    'chat answer': answerChat,
    'chat close': closeChat,
    'vip contacts': listVipContacts,
  },
};

const readCountries = (text: string): string[] => (text === 'all' ? [] : text.split(','));

async function setNotice(args: string[]): Promise<unknown> {
  const isHidden = args.includes('--hidden');
  const named = args.filter((arg) => arg !== '--hidden');
  const { countries, locale, ...text } = readStrings(named, ['countries', 'title', 'content', 'button'], ['locale']);
  return call('POST', '/operator/notice/set', {
    ...text,
    countries: readCountries(countries),
    ...(locale === undefined ? {} : { locale }),
    display: !isHidden,
  });
}

async function clearNotice(args: string[]): Promise<unknown> {
  const { countries, locale } = readStrings(args, ['countries'], ['locale']);
  const only = locale === undefined ? {} : { locale };
  return call('POST', '/operator/notice/clear', { countries: readCountries(countries), ...only });
}

async function setVerification(args: string[]): Promise<unknown> {
  const values = readStrings(args, ['login-after']);
  return call('POST', '/operator/verification/set', {
    loginAfterFailures: readWhole('login-after', values['login-after']),
  });
}

async function showTrack(args: string[]): Promise<unknown> {
  const { days = '7' } = readStrings(args, [], ['days']);
  return call('GET', `/operator/track?days=${encodeURIComponent(days)}`);
}

async function setSeo(args: string[]): Promise<unknown> {
  const { pattern, locale = DEFAULT_LOCALE, ...fields } = readStrings(args, ['pattern'], ['locale', ...SEO_FIELDS]);
  return call('POST', '/operator/seo/set', { pattern, locale, fields });
}

async function removeSeo(args: string[]): Promise<unknown> {
  const { pattern, locale = DEFAULT_LOCALE, field } = readStrings(args, ['pattern'], ['locale', 'field']);
  return call('POST', '/operator/seo/remove', { pattern, locale, ...(field === undefined ? {} : { field }) });
}

async function listChats(args: string[]): Promise<unknown> {
  const { state = 'waiting' } = readStrings(args, [], ['state']);
  return call('GET', `/operator/chat/list?state=${encodeURIComponent(state)}`);
}

async function showChat(args: string[]): Promise<unknown> {
  const { id } = readStrings(args, ['id']);
  return call('GET', `/operator/chat/show?id=${encodeURIComponent(id)}`);
}

async function answerChat(args: string[]): Promise<unknown> {
  const { id, text, agent = '', key = randomUUID() } = readStrings(args, ['id', 'text'], ['agent', 'key']);
  return call('POST', '/operator/chat/answer', { id: readWhole('id', id), text, agent, clientId: key });
}

async function closeChat(args: string[]): Promise<unknown> {
  const { id } = readStrings(args, ['id']);
  return call('POST', '/operator/chat/close', { id: readWhole('id', id) });
}

async function listVipContacts(args: string[]): Promise<unknown> {
  return call('GET', `/operator/vip-contact/list?${readPart(args).toString()}`);
}

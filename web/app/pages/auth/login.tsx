import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { loadAuthPage } from '../../features/auth/auth-page.tsx';
import { metaOf } from '../../search-engines/page-meta.ts';
import { AuthPageInFrame } from './auth-page-in-frame.tsx';

export const loader = (args: LoaderFunctionArgs) => loadAuthPage(args, 'login');

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metaOf(loaderData?.text);

export default function LoginPage() {
  return <AuthPageInFrame kind="login" data={useLoaderData<typeof loader>()} />;
}

export declare const withoutSecrets: (environment: NodeJS.ProcessEnv) => Record<string, string | undefined>;

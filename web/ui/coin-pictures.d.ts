/** Made by the build (web/coin-pictures.ts). */
declare module '*?pictures' {
  /** The address of the folder, from the root. */
  export const folder: string;
  /** Lower-case asset codes that have a picture, a space between each. */
  export const names: string;
}

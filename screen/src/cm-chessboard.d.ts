// What the screen uses of cm-chessboard 8, which comes without types.
declare module "cm-chessboard/src/Chessboard.js" {
  export class Chessboard {
    constructor(context: HTMLElement, props: object);
    readonly props: { style: { animationDuration: number } };
    readonly state: { position: { setFen(fen: string): void }; orientation: "w" | "b"; extensionPoints: object };
    readonly view: {
      svg: SVGSVGElement;
      width: number;
      squareWidth: number;
      markersLayer: SVGGElement;
      markersTopLayer: SVGGElement;
      piecesGroup: SVGGElement;
      coordinatesGroup: SVGGElement;
      redrawBoard(): void;
      redrawPieces(): void;
      handleResize(): void;
      squareToPoint(square: string): { x: number; y: number };
    };
    destroy(): void;
  }
}
declare module "cm-chessboard/src/model/Extension.js" {
  import type { Chessboard } from "cm-chessboard/src/Chessboard.js";
  export const EXTENSION_POINT: { afterRedrawBoard: string };
  export class Extension {
    constructor(chessboard: Chessboard);
    chessboard: Chessboard;
    registerExtensionPoint(name: string, callback: () => void): void;
  }
}

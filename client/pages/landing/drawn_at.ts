// The place and the size of a part of a drawn picture.

export interface DrawnAt {
  x: number;
  y: number;
  /** The length of a side. */
  size: number;
}

#ifndef __MOVERLOG_MATH
#define __MOVERLOG_MATH

#define M_E 2.7182818284590452354
#define M_PI 3.14159265358979323846
#define M_SQRT2 1.41421356237309504880
#define HUGE_VAL (1e999)
#define INFINITY (1e999f)
#define NAN (0.0f / 0.0f)

double acos(double x);
double asin(double x);
double atan(double x);
double atan2(double y, double x);
double cbrt(double x);
double ceil(double x);
double cos(double x);
double exp(double x);
double fabs(double x);
double floor(double x);
double fmax(double x, double y);
double fmin(double x, double y);
double fmod(double x, double y);
double hypot(double x, double y);
double log(double x);
double log10(double x);
double log2(double x);
double pow(double x, double y);
double round(double x);
double sin(double x);
double sqrt(double x);
double tan(double x);
double trunc(double x);
float fabsf(float x);
float powf(float x, float y);
float sqrtf(float x);
long lround(double x);

#endif
